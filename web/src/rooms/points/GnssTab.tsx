import { points } from '@plumbline/contract/points';
import { defaultGnssConfig } from '@plumbline/contract/points.settings';
import { useQuery } from '@tanstack/react-query';
import { FormTab } from '../../design/form/FormTab.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { call } from '../../kernel/call.ts';
import { useProject } from '../../kernel/project.tsx';
import { asks, forget } from '../../kernel/queries.ts';
import { gnssSections, gnssSlots } from './gnss.parts.tsx';
import type { TabProps } from './PointConsolePage.tsx';

/** Tab "GNSS resolve config". Kept and checked; the resolution itself comes later, and the page says so. */
export function GnssTab({ point, readOnly }: TabProps) {
  const { project } = useProject();
  const query = useQuery(asks(points.settings, { pointId: point.id }));
  return (
    <div className="pt-tab">
      <Answer query={query} loading={<SkeletonRows rows={6} />}>
        {({ settings }) => (
          <FormTab
            schema={points.setGnss.input}
            fixed={{ pointId: point.id }}
            initial={{ ...defaultGnssConfig, ...settings.gnss }}
            sections={gnssSections}
            slots={gnssSlots}
            readOnly={readOnly}
            zone={project.timeZone}
            onSave={async (input: never) => {
              await call(points.setGnss, input);
              await forget(points.settings);
            }}
          />
        )}
      </Answer>
    </div>
  );
}
