import type { Structure } from '@plumbline/contract/site/structures';

/** What every tab of the structure console is given. */
/** Props of every tab. `readOnly` = why nothing can be changed here. */
export interface StructureTab {
  readonly structure: Structure;
  readonly readOnly: string | true | undefined;
}
