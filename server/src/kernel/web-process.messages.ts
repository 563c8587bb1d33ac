/** Messages between the process that takes readings and the one that serves its pages; structured clones of plain data. */
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Addresses } from './addresses.ts';
import type { ConnectedConfig } from './config.ts';
import type { FromPages, ToPages } from './page-relay.ts';

/** Settings that the process of pages is opened with. */
export interface PagesSettings {
  readonly config: ConnectedConfig;
  /** Where it listens: a socket that nobody but this installation can open. */
  readonly socketPath: string;
  readonly addresses: Addresses;
  readonly storage: readonly string[];
  /** The port of the installation, where it furnishes the demonstration; null = it does not. */
  readonly furnishAt: string | null;
}

/** Figures of one process, as prom-client gives them. */
export type Figures = readonly MetricObjectWithValues<MetricValue<string>>[];

export type ToWeb =
  | { readonly kind: 'open'; readonly settings: PagesSettings }
  | { readonly kind: 'pages'; readonly message: ToPages }
  | { readonly kind: 'ping' }
  | { readonly kind: 'figures'; readonly id: number }
  | { readonly kind: 'close' };

export type FromWeb =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'pages'; readonly message: FromPages }
  | { readonly kind: 'pong' }
  | { readonly kind: 'figures'; readonly id: number; readonly figures: Figures }
  | { readonly kind: 'print'; readonly line: string };
