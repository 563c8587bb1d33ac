import { points } from '@plumbline/contract/points';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../kernel/call.ts';
import { invalidate, queryFor } from '../../kernel/queries.ts';
import { GnssForm } from './gnss.parts.tsx';
import type { TabProps } from './point-tab.ts';

/** Tab "GNSS resolve config". Kept and checked; the resolution itself comes later, and the page says so. */
export function GnssTab({ point, readOnly }: TabProps) {
  const query = useQuery(queryFor(points.settings, { pointId: point.id }));
  return (
    <div className="pt-tab">
      <GnssForm
        query={query}
        schema={points.setGnss.input}
        fixed={{ pointId: point.id }}
        readOnly={readOnly}
        onSave={async (input: never) => {
          await call(points.setGnss, input);
          await invalidate(points.settings);
        }}
      />
    </div>
  );
}
