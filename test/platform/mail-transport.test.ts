import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTransport, MailRefused } from '../../src/platform/mail/transport.js';
import { createMailbox } from '../support/mailbox.js';

const code = { to: 'shopper@example.com', subject: 'Your code', text: 'It is 123456.' };

describe('the mail transport', () => {
  let mailbox: ReturnType<typeof createMailbox>;
  let port: number;
  const connect = (timeoutMs?: number) =>
    createTransport({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      from: 'Tillhouse <no-reply@shop.example>',
      timeoutMs,
    });

  beforeEach(async () => {
    mailbox = createMailbox();
    port = await mailbox.listen();
  });
  afterEach(() => mailbox.close());

  test('sends a mail to the server with sender, recipient, subject and text', async () => {
    const transport = connect();
    await transport.deliver(code);
    transport.close();
    expect(mailbox.commands).toContain('MAIL FROM:<no-reply@shop.example>');
    expect(mailbox.commands).toContain('RCPT TO:<shopper@example.com>');
    expect(mailbox.mails).toHaveLength(1);
    const [mail = ''] = mailbox.mails;
    expect(mail).toContain('From: Tillhouse <no-reply@shop.example>\r\n');
    expect(mail).toContain('To: shopper@example.com\r\n');
    expect(mail).toContain('Subject: Your code\r\n');
    expect(mail).toContain('It is 123456.');
    expect(mail).not.toContain('text/html');
  });

  test('sends text and HTML as alternatives when there is HTML', async () => {
    await connect().deliver({ ...code, html: '<p>It is <b>123456</b>.</p>' });
    expect(mailbox.mails[0]).toContain('multipart/alternative');
    expect(mailbox.mails[0]).toContain('<b>123456</b>');
  });

  test('uses a default sender', async () => {
    const transport = createTransport({ smtpUrl: `smtp://localhost:${port}` });
    await transport.deliver(code);
    expect(mailbox.commands).toContain('MAIL FROM:<no-reply@localhost>');
  });

  test.each([
    'a@example.com, b@example.com',
    'a@example.com;b@example.com',
    'Anyone <a@example.com>',
    'a@example.com\r\nRCPT TO:<b@example.com>',
    'a@b@example.com',
    'example.com',
    '',
  ])('refuses the recipient %j without contacting the server', async to => {
    await expect(connect().deliver({ ...code, to })).rejects.toThrow(MailRefused);
    expect(mailbox.commands).toEqual([]);
  });

  test('prevents header injection through the subject', async () => {
    await connect().deliver({ ...code, subject: 'Hello\r\nBcc: b@example.com' });
    expect(mailbox.mails[0]).not.toMatch(/^Bcc:/m);
    expect(mailbox.commands.filter(command => command.startsWith('RCPT'))).toHaveLength(1);
  });

  test('distinguishes an invalid address from a busy server', async () => {
    mailbox.replies.recipient = '550 no such mailbox';
    await expect(connect().deliver(code)).rejects.toThrow(MailRefused);
    mailbox.replies.recipient = '451 try later';
    const busy = await connect()
      .deliver(code)
      .catch(error => error);
    expect(busy).toBeInstanceOf(Error);
    expect(busy).not.toBeInstanceOf(MailRefused);
    mailbox.replies.recipient = '250 ok';
    mailbox.replies.end = '554 looks like spam';
    await expect(connect().deliver(code)).rejects.toThrow(MailRefused);
  });

  test('times out on a server that never greets or does not exist', async () => {
    mailbox.replies.greeting = null;
    await expect(connect(50).deliver(code)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await mailbox.close();
    await expect(connect(1_000).deliver(code)).rejects.toMatchObject({ code: 'ESOCKET' });
    mailbox = createMailbox();
  });

  test('sends a password to another machine over TLS only', async () => {
    // This address reaches the listener too, but does not count as loopback.
    const remote = createTransport({ smtpUrl: `smtp://shop:secret@0.0.0.0:${port}` });
    mailbox.replies.ehlo = '250-mailbox\r\n250 AUTH PLAIN';
    await expect(remote.deliver(code)).rejects.toMatchObject({ code: 'ETLS' });
    expect(mailbox.commands.filter(command => command.startsWith('AUTH'))).toEqual([]);
    expect(mailbox.mails).toEqual([]);
    const local = createTransport({ smtpUrl: `smtp://shop:secret@127.0.0.1:${port}` });
    mailbox.replies.auth = '235 welcome';
    await local.deliver(code);
    expect(mailbox.mails).toHaveLength(1);
  });
});
