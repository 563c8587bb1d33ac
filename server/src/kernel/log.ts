import { type Logger, pino } from 'pino';

/** Lines of one message in one window: an outage must not fill the disk that the data lie on. */
const linesPerWindow = 20;
const windowMs = 10_000;

/**
 * Lets the first lines of each message of a window through and counts the others; `tell` is given the counts when the
 * window ends. Messages are constants in the code, so their number is bounded; what differs is in the fields.
 */
export function throttle(write: (message: string, count: number) => void, now: () => number = () => performance.now()) {
  const lines = new Map<string, number>();
  let windowEnds = now() + windowMs;
  return (message: string): boolean => {
    if (now() >= windowEnds) {
      const past = [...lines];
      lines.clear();
      windowEnds = now() + windowMs;
      for (const [each, count] of past) if (count > linesPerWindow) write(each, count - linesPerWindow);
    }
    const count = (lines.get(message) ?? 0) + 1;
    lines.set(message, count);
    return count <= linesPerWindow;
  };
}

/** JSON lines on standard error. Errors are cut to what helps: a driver's error carries its whole connection, password included. */
export function openLog(level: string): Logger {
  const passes = throttle((message, count) =>
    log.warn({ count, message }, 'more lines of one message were not written'),
  );
  const log: Logger = pino(
    {
      hooks: {
        logMethod(input, method) {
          const [first, second] = input as [unknown, unknown];
          const message = typeof first === 'string' ? first : typeof second === 'string' ? second : '';
          if (passes(message)) method.apply(this, input);
        },
      },
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: ['req.headers.authorization', '*.password', '*.secret', '*.token'], censor: '[hidden]' },
      serializers: {
        err: (error: Error & { code?: string; cause?: unknown }) => ({
          type: error.name,
          message: error.message,
          code: error.code,
          stack: error.stack,
          cause: error.cause instanceof Error ? error.cause.message : undefined,
        }),
      },
    },
    pino.destination({ dest: 2, sync: false }),
  );
  return log;
}
