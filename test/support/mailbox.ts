import { createServer, type Server, type Socket } from 'node:net';

type Replies = {
  greeting?: string | null;
  recipient?: string | ((command: string) => string);
  end?: string;
  ehlo?: string;
  auth?: string;
};

/** The part of RFC 5321 that accepts a mail, with answers that a test can change. */
export function createMailbox() {
  const replies: Replies = {};
  const commands: string[] = [];
  const mails: string[] = [];
  const sockets = new Set<Socket>();

  function replyTo(command: string): string {
    if (/^EHLO/i.test(command)) return replies.ehlo ?? '250 mailbox';
    if (/^AUTH/i.test(command)) return replies.auth ?? '535 no';
    if (/^STARTTLS/i.test(command)) return '502 not here';
    if (/^RCPT/i.test(command)) {
      const { recipient = '250 ok' } = replies;
      return typeof recipient === 'string' ? recipient : recipient(command);
    }
    if (/^DATA/i.test(command)) return '354 go on';
    if (/^QUIT/i.test(command)) return '221 bye';
    return '250 ok';
  }

  const server: Server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    let pending = '';
    let inData = false;
    if (replies.greeting !== null) socket.write(`${replies.greeting ?? '220 mailbox'}\r\n`);
    socket.on('data', chunk => {
      pending += chunk.toString('utf8');
      for (;;) {
        const ending = inData ? '\r\n.\r\n' : '\r\n';
        const at = pending.indexOf(ending);
        if (at < 0) return;
        const part = pending.slice(0, at);
        pending = pending.slice(at + ending.length);
        if (inData) {
          mails.push(part);
          socket.write(`${replies.end ?? '250 queued'}\r\n`);
        } else {
          commands.push(part);
          socket.write(`${replyTo(part)}\r\n`);
        }
        inData = !inData && /^DATA/i.test(part);
      }
    });
  });

  return {
    replies,
    commands,
    mails,
    async listen() {
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      return typeof address === 'object' && address ? address.port : 0;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
