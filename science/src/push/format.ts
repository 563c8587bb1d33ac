/** A format of data push as the writers of its messages see it. The contract checks it; nothing of it is run. */

type KeyType = 'string' | 'number';

interface Key<Source extends string> {
  /** Names joined by `/`. */
  readonly path: string;
  readonly type: KeyType;
  readonly source: Source;
  /** Of a constant. */
  readonly text: string;
  /** Of a time. */
  readonly pattern: string;
  /** Key of a field; null = the main one. */
  readonly field: string | null;
}
export type PushDataKey = Key<
  'constant' | 'time' | 'value' | 'field' | 'unit' | 'pointName' | 'pointId' | 'structure' | 'project' | 'family'
>;
export type PushMetaKey = Key<'constant' | 'time' | 'project' | 'projectId' | 'count'>;
export type PushAlertKey = Key<
  | 'constant'
  | 'time'
  | 'value'
  | 'field'
  | 'unit'
  | 'pointName'
  | 'pointId'
  | 'structure'
  | 'project'
  | 'alertId'
  | 'level'
  | 'status'
  | 'released'
>;
export interface PushLayout {
  readonly body: 'json' | 'xml' | 'csv' | 'form';
  readonly layout: 'batch' | 'single';
  readonly rows: 'reading' | 'field';
  readonly listPath: string;
  readonly root: string;
  readonly dataKeys: readonly PushDataKey[];
  readonly alertKeys: readonly PushAlertKey[];
}
