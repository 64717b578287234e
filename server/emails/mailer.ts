import nodemailer from 'nodemailer';
import type { ServerContext } from '../context.ts';
import { messageOf } from '../errors.ts';
import { fail } from '../http/errors.ts';

export interface MailSettings {
  host: string | null;
  port: number;
  /** TLS from the start; else STARTTLS where the mail server offers it. */
  secure: boolean;
  rejectUnauthorized: boolean;
  user: string | null;
  pass: string | null;
  testAddress: string | null;
  fromAddress: string | null;
}

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachment?: { readonly filename: string; readonly path: string };
}

/** Text of a real server when the mail host is missing, does not answer or refuses the account. */
const UNREACHABLE = 'Failed to verify SMTP connection configuration';
/** Timeouts for connecting and greeting, and for silence while a book goes over a slow line, in ms. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 60_000;

/**
 * Sends mails, each over its own connection. Fails with 400: the real server's text when the mail host can't be used,
 * else the mail host's message. Aborts running sends when the server closes.
 */
export function createMailer(ctx: Pick<ServerContext, 'log' | 'onClose'>) {
  const open = new Set<{ close: () => void }>();
  ctx.onClose(() => {
    for (const transport of open) transport.close();
  });

  return {
    async send(settings: MailSettings, { to, subject, text, attachment }: Mail): Promise<void> {
      if (settings.host === null) throw fail(400, UNREACHABLE);
      const transport = nodemailer.createTransport({
        host: settings.host,
        port: settings.port,
        secure: settings.secure,
        tls: { rejectUnauthorized: settings.rejectUnauthorized },
        ...(settings.user === null ? {} : { auth: { user: settings.user, pass: settings.pass ?? '' } }),
        connectionTimeout: CONNECT_MS,
        greetingTimeout: CONNECT_MS,
        socketTimeout: SILENCE_MS,
        // An attachment is a file that this server names, never an address.
        disableUrlAccess: true,
      });
      open.add(transport);
      try {
        await transport.verify().catch((cause: unknown) => {
          ctx.log.error('EmailManager', `The mail server can't be used: ${messageOf(cause)}`);
          throw fail(400, UNREACHABLE);
        });
        await transport
          .sendMail({
            ...(settings.fromAddress === null ? {} : { from: settings.fromAddress }),
            to,
            subject,
            text,
            attachments: attachment ? [attachment] : [],
          })
          .catch((cause: unknown) => {
            ctx.log.error('EmailManager', `The mail was not sent: ${messageOf(cause)}`);
            throw fail(400, messageOf(cause));
          });
      } finally {
        open.delete(transport);
        transport.close();
      }
    },
  };
}
