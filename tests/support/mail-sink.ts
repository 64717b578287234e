import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The whole message: headers and parts. */
  readonly source: string;
}

export interface MailSink {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  stop(): Promise<void>;
}

/** The bytes of the first attachment of a mail. */
export function attachmentOf({ source }: ReceivedMail): { name: string; bytes: Buffer } {
  const part = source.split(/\r?\n--/).find((one) => /content-disposition: attachment/i.test(one)) ?? '';
  const [head = '', ...body] = part.split(/\r?\n\r?\n/);
  return {
    name: /filename="?([^"\r\n;]+)/i.exec(head)?.[1] ?? '',
    bytes: Buffer.from(body.join('').replaceAll(/\s/g, ''), 'base64'),
  };
}

/** A mail server on this machine that stores its mails. Refuses recipients that begin with `refused`. */
export async function startMailSink(account?: { readonly user: string; readonly pass: string }): Promise<MailSink> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: account ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    authOptional: !account,
    onAuth({ username, password }, _session, done) {
      const isKnown = username === account?.user && password === account?.pass;
      done(isKnown ? null : new Error('Wrong account'), isKnown ? { user: username } : undefined);
    },
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('refused') ? new Error('No such mailbox') : null);
    },
    onData(stream, { envelope }, done) {
      void text(stream).then((source) => {
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          source,
        });
        done();
      }, done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
