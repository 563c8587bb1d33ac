/** Counts what programs do with their access tokens; the feature of users keeps the figures. */
export interface TokenUse {
  /** A request came with this token. */
  called(tokenId: number): void;
  /** A request with this token was answered with 429. */
  refused(tokenId: number): void;
  /** Resolves when what was counted until now is written. */
  flush(): Promise<void>;
  close(): Promise<void>;
}
