/** Messages of events with consecutive numbers, ready to be sent. */
export class Run {
  private firstSeq = 0;
  private readonly messages: Buffer[] = [];
  private bytes = 0;

  /** A number that does not follow the last one starts the run anew. */
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

  /** Forgets the oldest until no more than this is left. */
  shrink(maxMessages: number, maxBytes: number): void {
    let gone = 0;
    while (this.messages.length - gone > maxMessages || this.bytes > maxBytes) {
      this.bytes -= this.messages[gone]?.length ?? 0;
      gone += 1;
    }
    this.messages.splice(0, gone);
    this.firstSeq += gone;
  }

  forgetUpTo(seq: number): void {
    this.shrink(Math.max(0, this.lastSeq - seq), Number.POSITIVE_INFINITY);
  }
}
