/** Why a port could not be opened, in words that name the setting; the web's and the broker's alike. */
export function listenProblem(
  error: unknown,
  { host, port, setting, inUse }: { host: string; port: number; setting: string; inUse: string },
): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new Error(`Port ${port} is taken${inUse}`);
    case 'EACCES':
      return new Error(
        `${setting}=${port}: this user may not listen there. Take a port above 1023, or put a proxy in front.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Error(`HOST=${host}: this machine has no such address`);
    default:
      return error;
  }
}
