import type { Language } from '@plumbline/contract/kernel/constants';
import type { ProcessRole } from '@plumbline/contract/platform/installation';
import type { Defaulted, Id, Json } from './tables.columns.ts';

/** Facts that only the process itself can know, as of its last sign of life. */
export interface ProcessFacts {
  readonly disks: readonly {
    readonly path: string;
    readonly freeBytes: number | null;
    readonly totalBytes: number | null;
  }[];
  readonly certificates: readonly {
    readonly use: 'web' | 'mqtt' | 'ftp';
    readonly state: 'known' | 'unreadable' | 'elsewhere' | 'none';
    readonly endsAt: string | null;
    readonly subject: string | null;
  }[];
  /** null = its database is backed up by other programs. */
  readonly backup: BackupRecord | null;
  /** Why it is not ready (kernel/readiness.ts). */
  readonly obstacles: readonly string[];
  /** Left out = a process of an older version. */
  readonly clock?: {
    readonly aheadSeconds: number;
    readonly jumps: readonly { readonly at: string; readonly seconds: number }[];
  };
}

/** Record of the backups of this installation; both null = none was made that is known. */
export interface BackupRecord {
  readonly done: { readonly at: string; readonly isTried: boolean } | null;
  readonly failed: { readonly at: string; readonly problem: string } | null;
}

/** The installation itself. */
export interface InstallationTables {
  process_sign: {
    id: string;
    host: string;
    pid: number;
    roles: ProcessRole[];
    version: string;
    node: string;
    started_at: Date;
    beat_at: Date;
    facts: Json<ProcessFacts>;
  };
  language_pack: {
    lang: string;
    name: string;
    base: Language;
    lang_version: number;
    words: Json<Record<string, string>>;
    by_name: string;
    changed_at: Date;
  };
  plugin_switch: {
    name: string;
    enabled: boolean;
    digest: string;
    by_name: string;
    changed_at: Date;
  };
  plugin_run: {
    process: string;
    name: string;
    facts: Json<unknown>;
    beat_at: Date;
  };
  corporation_archive: {
    id: Id;
    corporation_id: number;
    task_id: Defaulted<number>;
    file_id: Defaulted<string>;
    bytes: Defaulted<number>;
    by_name: string;
    created_at: Date;
  };
  runtime_setting: {
    name: string;
    value: Json<unknown>;
    account_id: number | null;
    by_name: string;
    changed_at: Date;
  };
}
