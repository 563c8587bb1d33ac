import { elementAt } from '@plumbline/contract/kernel/elements';
import type { Drawing, DrawingVersion } from '@plumbline/contract/site/drawings';

/** The version of a drawing that is shown. */
export const shownVersion = ({ versions, versionId }: Drawing): DrawingVersion =>
  versions.find(({ id }) => id === versionId) ?? elementAt(versions, 0);
