import { AppException } from '../../schemas/app-error.ts';
import type { System } from './ports.ts';
import { named } from './system.ts';

/** Access token for a URL that the browser opens itself. Rejects with `AppException` when there is none. */
export function requestToken(system: System): Promise<string> {
  return new Promise((resolve, reject) => {
    named('auth')({ system }).send({
      type: 'token.request',
      rejected: null,
      replyTo: {
        send: (answer) =>
          answer.type === 'token.granted' ? resolve(answer.accessToken) : reject(new AppException(answer.error)),
      },
    });
  });
}
