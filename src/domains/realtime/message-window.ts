/** Serialized events with consecutive seqs. */
export class MessageWindow {
  private firstSeq = 0;
  private readonly messages: Buffer[] = [];
  private bytes = 0;

  /** A seq that does not follow the last one clears the window. */
  append(seq: number, message: Buffer): void {
    if (seq !== this.firstSeq + this.messages.length) {
      this.messages.length = 0;
      this.bytes = 0;
    }
    if (this.messages.length === 0) this.firstSeq = seq;
    this.messages.push(message);
    this.bytes += message.length;
  }

  at(seq: number): Buffer | undefined {
    return this.messages[seq - this.firstSeq];
  }

  get lastSeq(): number {
    return this.firstSeq + this.messages.length - 1;
  }

  /** Removes the oldest messages until both limits are met. */
  shrink(maxMessages: number, maxBytes: number): void {
    let removed = 0;
    while (this.messages.length - removed > maxMessages || this.bytes > maxBytes) {
      this.bytes -= this.messages[removed]?.length ?? 0;
      removed += 1;
    }
    this.messages.splice(0, removed);
    this.firstSeq += removed;
  }

  evictUpTo(seq: number): void {
    this.shrink(Math.max(0, this.lastSeq - seq), Number.POSITIVE_INFINITY);
  }
}
