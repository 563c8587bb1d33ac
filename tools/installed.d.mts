interface Locked {
  readonly link?: boolean;
  readonly version?: string;
}
type Lock = Readonly<Record<string, Locked>>;

export const served: readonly string[];
export const built: readonly string[];
export const extras: Readonly<Record<string, string>>;
export const unread: readonly string[];
export function readLock(root: string): Lock;
export function packagesOf(packages: Lock, workspaces: readonly string[]): Set<string>;
export function leave(root: string, workspaces: readonly string[]): void;
export function megabytesOf(root: string, workspaces: readonly string[]): number;
