import type { PanelContent } from '@plumbline/contract/dashboards.contents';

export type ContentOf<K extends PanelContent['kind']> = Extract<PanelContent, { kind: K }>;
