import { hourMs } from '@plumbline/contract/kernel/durations';
import { Button } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { Chart } from '../../charts/Chart.tsx';
import type { ChartHandle } from '../../charts/frame/ChartFrame.tsx';
import { Sparkline } from '../../charts/Sparkline.tsx';
import { LevelMap } from '../../maps/LevelMap.tsx';
import { LevelWith } from '../Level.tsx';
import { Pane, Panes } from '../Pane.tsx';
import { statusOf } from './status-examples.ts';

const end = Math.floor(Date.now() / hourMs) * hourMs;

/** A made-up record: a slow rise with a gap, its neighbour, and rain. */
function record(seed: number, base: number): { times: number[]; values: (number | null)[] } {
  const times: number[] = [];
  const values: (number | null)[] = [];
  for (let i = 0; i < 720; i++) {
    if (i > 290 && i < 312) continue;
    times.push(end - (719 - i) * hourMs);
    values.push(base + 0.8 / (1 + Math.exp(-(i - 330) / 40)) + Math.sin(i * seed) * 0.01);
  }
  return { times, values };
}

const sampleContent = () => ({
  zone: 'Asia/Shanghai',
  curves: [
    { id: 'a', name: 'PZ-240-2', unit: 'm', ...record(0.7, 92.3) },
    { id: 'b', name: 'PZ-240-3', unit: 'm', ...record(0.3, 91.4) },
    {
      id: 'r',
      name: 'RG-01',
      unit: 'mm/h',
      kind: 'hanging' as const,
      times: Array.from({ length: 60 }, (_, i) => end - (i + 100) * hourMs).reverse(),
      values: Array.from({ length: 60 }, (_, i) => Math.max(0, Math.sin(i / 4) * 6)),
    },
  ],
  thresholds: [
    { level: 1, value: 92.7 },
    { level: 2, value: 93 },
    { level: 3, value: 93.3 },
    { level: 4, value: 93.6 },
  ],
  alerts: [
    { at: end - 391 * hourMs, value: 92.7, level: 1 },
    { at: end - 310 * hourMs, value: 93, level: 2 },
  ],
  corrections: [{ at: end - 500 * hourMs, words: 'Shift −0.412 m' }],
});

/** Chart, sparkline and map. */
export function DrawnParts() {
  const chart = useRef<ChartHandle>(null);
  const [range, setRange] = useState({ from: end - 719 * hourMs, to: end });
  const content = useMemo(sampleContent, []);
  const spark = record(0.5, 40);
  return (
    <Panes columns="repeat(auto-fit, minmax(min(560px, 100%), 1fr))" style={{ marginTop: 1 }}>
      <Pane
        title="Time and value"
        flush
        action={
          <>
            <Button size="small" onClick={() => void chart.current?.png('PZ-240-2')}>
              PNG
            </Button>
            <Button size="small" onClick={() => chart.current?.csv('PZ-240-2')}>
              CSV
            </Button>
            <Button size="small" onClick={() => setRange({ from: end - 719 * hourMs, to: end })}>
              Reset
            </Button>
          </>
        }
      >
        <Chart kind="timeValue" content={content} handle={chart} range={range} onRange={setRange} />
        <div className="pl-row" style={{ padding: '0 20px 16px' }}>
          <Sparkline {...spark} limits={[{ level: 4, value: 40.7 }]} />
        </div>
      </Pane>
      <Pane title="Map" flush>
        <MapPart />
      </Pane>
    </Panes>
  );
}

function MapPart() {
  return (
    <div style={{ position: 'relative', height: 400 }}>
      <LevelMap
        chosen={2}
        marks={[
          {
            id: 1,
            longitude: 114.3,
            latitude: 30.6,
            status: statusOf(4),
            name: 'Luojia Bay Foundation Pit',
            detail: 'IN-07 40.612 mm',
          },
          {
            id: 2,
            longitude: 121.4,
            latitude: 31.2,
            status: statusOf(3),
            name: 'Metro Line 7',
            detail: 'CV-412 −17.318 mm',
          },
          { id: 3, longitude: 112.9, latitude: 28.2, status: statusOf(1), name: 'Dongli Levee' },
          { id: 4, longitude: 115.9, latitude: 28.7, status: statusOf(0), name: 'Nanling Viaduct' },
        ]}
        legend={<LevelWith level={4}>Red 1</LevelWith>}
      />
    </div>
  );
}
