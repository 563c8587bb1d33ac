import { type Logger, pino } from 'pino';

/** JSON lines on standard error. Errors are cut to what helps: a driver's error carries its whole connection, password included. */
export function openLog(level: string): Logger {
  return pino(
    {
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
}
