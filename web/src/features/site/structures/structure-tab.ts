import type { Structure } from '@plumbline/contract/site/structures';

/** What every tab of the structure console is given. */
/** What every tab is given. `readOnly` = why nothing can be changed here. */
export interface StructureTab {
  readonly structure: Structure;
  readonly readOnly: string | true | undefined;
}
