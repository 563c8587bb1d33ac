import { defaultGnssConfig } from '@plumbline/contract/points.settings';
import { structures } from '@plumbline/contract/structures';
import { useQuery } from '@tanstack/react-query';
import { FormTab } from '../../design/form/FormTab.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { call } from '../../kernel/call.ts';
import { useProject } from '../../kernel/project.tsx';
import { asks, forget } from '../../kernel/queries.ts';
import { gnssSections, gnssSlots } from '../points/gnss.parts.tsx';
import type { StructureTab } from './StructureConsolePage.tsx';

/** How the GNSS observations of a structure are resolved. Kept and checked; the resolution itself comes later. */
export function GnssTab({ structure, readOnly }: StructureTab) {
  const { project } = useProject();
  const structureId = structure.id;
  const query = useQuery(asks(structures.settings, { structureId }));
  return (
    <div className="pj-tab">
      <Answer query={query} loading={<SkeletonRows rows={6} />}>
        {({ settings }) => (
          <FormTab
            schema={structures.setGnss.input}
            fixed={{ structureId }}
            initial={{ ...defaultGnssConfig, ...settings.gnss }}
            sections={gnssSections}
            slots={gnssSlots}
            readOnly={readOnly}
            zone={project.timeZone}
            onSave={async (input: never) => {
              await call(structures.setGnss, input);
              await forget(structures.settings);
            }}
          />
        )}
      </Answer>
    </div>
  );
}
