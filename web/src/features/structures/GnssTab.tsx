import { structures } from '@plumbline/contract/structures';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../kernel/call.ts';
import { invalidate, queryFor } from '../../kernel/queries.ts';
import { GnssForm } from '../points/gnss.parts.tsx';
import type { StructureTab } from './structure-tab.ts';

/** How the GNSS observations of a structure are resolved. Kept and checked; the resolution itself comes later. */
export function GnssTab({ structure, readOnly }: StructureTab) {
  const structureId = structure.id;
  const query = useQuery(queryFor(structures.settings, { structureId }));
  return (
    <div className="pj-tab">
      <GnssForm
        query={query}
        schema={structures.setGnss.input}
        fixed={{ structureId }}
        readOnly={readOnly}
        onSave={async (input: never) => {
          await call(structures.setGnss, input);
          await invalidate(structures.settings);
        }}
      />
    </div>
  );
}
