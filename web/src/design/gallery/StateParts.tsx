import { Failure } from '@plumbline/contract/kernel/errors';
import { Button } from 'antd';
import { LevelMark, LevelTag, LevelWith } from '../Level.tsx';
import { Bar, Facts, Pane, Panes, StatStrip } from '../Pane.tsx';
import { Empty, Failed, NoPermission, Partial, Skeleton, SkeletonChart, SkeletonRows } from '../States.tsx';
import { StatusTag } from '../Status.tsx';
import { Reading, Time, Value } from '../Value.tsx';
import { silentStatuses } from './status-examples.ts';

/** Loading, empty, failed, partial, not permitted; values and levels. */
export function StateParts() {
  const at = Date.now() - 19_000_000;
  return (
    <>
      <Strips />
      <Panes columns="repeat(auto-fit, minmax(340px, 1fr))">
        <Pane title="Loading">
          <Skeleton width={120} height={20} />
          <SkeletonChart height={140} />
          <SkeletonRows rows={3} />
        </Pane>
        <Pane title="Empty">
          <Empty title="IN-09 has no readings yet" why="The device is bound but has never reported.">
            <Button type="primary">Test the connection</Button>
            <Button>Import readings</Button>
          </Empty>
        </Pane>
        <Pane title="Failed" count="and a retry">
          <Failed error={new Failure('spanExceeded', { days: 366 })} onRetry={() => undefined} />
          <Partial onRetry={() => undefined}>Two of three points loaded.</Partial>
        </Pane>
        <Pane title="No permission">
          <NoPermission needs="Retrieve:Device" />
        </Pane>
        <Pane title="Value">
          <Values at={at} />
        </Pane>
        <Pane title="Reading">
          <Reading
            value={93.118}
            unit="m"
            at={Date.now() - 60_000}
            receivedAt={Date.now() - 51_000}
            tag={<LevelTag level={2} />}
          />
          <Reading value={91.344} unit="m" at={at} stale />
        </Pane>
        <Pane title="No level" count="silent, never read, nothing there">
          {silentStatuses.map((status, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is constant
            <div key={i} style={{ padding: '4px 20px' }}>
              <StatusTag status={status} />
            </div>
          ))}
        </Pane>
        <Pane title="Level" count="shape, number, word, colour">
          <Levels />
        </Pane>
        <Pane title="Bar">
          <Bar share={0.7} />
        </Pane>
      </Panes>
    </>
  );
}

function Strips() {
  return (
    <>
      <StatStrip
        stats={[
          { label: 'Projects', value: '12', note: '6 with an open alert' },
          { label: 'Points reporting', value: '1,652', note: 'of 1,684, 98.1 %' },
          { label: 'Readings today', value: '2.41', unit: 'million', note: 'last received 2 s ago' },
          { label: 'Devices healthy', value: '871', note: 'of 912, 41 to check' },
        ]}
      />
      <StatStrip
        small
        stats={[
          { label: 'Last', value: '93.118', note: '18 Mar 14:00' },
          { label: 'Maximum', value: '93.128', note: '18 Mar 13:00' },
          { label: 'Mean', value: '92.599', note: '30 days' },
          { label: 'Complete', value: '98.9 %', note: '8 missing' },
        ]}
      />
    </>
  );
}

/** `at` = when a stale one was read. */
function Values({ at }: { at: number }) {
  return (
    <Facts
      facts={[
        ['Fresh', <Value key="v" value={-4.118} unit="mm" at={Date.now()} />],
        ['Stale', <Value key="v" value={-6.902} unit="mm" state="stale" at={at} />],
        ['Missing', <Value key="v" value={null} unit="mm" />],
        ['Filtered', <Value key="v" value={-31.44} unit="mm" state="filtered" />],
        ['Under 0.001', <Value key="v" value={0.00085} unit="mm" />],
        ['Over 10000', <Value key="v" value={16168} unit="kN" />],
        ['Time', <Time key="t" at={at} />],
      ]}
    />
  );
}

const Levels = () =>
  ([4, 3, 2, 1, 0] as const).map((level) => (
    <div key={level} className="pl-row wide" style={{ height: 32 }}>
      <span style={{ width: 84 }}>
        <LevelTag level={level} />
      </span>
      <LevelTag level={level} closed />
      <LevelMark level={level} size={24} />
      <LevelMark level={level} />
      <LevelMark level={level} size={12} small />
      <LevelWith level={level}>7</LevelWith>
    </div>
  ));
