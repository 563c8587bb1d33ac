import { CloseOutlined } from '@ant-design/icons';
import type { TopoNode } from '@plumbline/contract/points/topology';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { StatusTag } from '../../../design/Status.tsx';
import { Time } from '../../../design/Value.tsx';
import { missing } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { holdsThroughout, useSession } from '../../../kernel/session.ts';
import { wordKey } from '../../../kernel/words.ts';
import { Connected, Health } from '../../devices/devices/devices.parts.tsx';
import { isUnbound, type TopoTree } from './topo-rows.ts';

type Fact = readonly [key: string, value: ReactNode];

/** Shows the facts of the chosen node, and where it is worked on; every field of a device where all are asked for. */
export function TopoFacts({
  tree,
  node,
  full,
  onClose,
}: {
  tree: TopoTree;
  node: TopoNode;
  full: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const facts: readonly Fact[] = [
    ['kindOf', t(`topology:kind.${node.kind}`)],
    ...factsOf(tree, node, t),
    ...(full && node.device ? fieldsOf(node.device, t, project.timeZone) : []),
  ];
  return (
    <aside className="facts" aria-label={node.name}>
      <header className="pl-row">
        <h3 className="pl-ell pl-gap">
          {node.kind === 'channel' ? t('topology:channel', { number: node.name }) : node.name}
        </h3>
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('common:close')} onClick={onClose} />
      </header>
      <dl>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`topology:${key}`, { defaultValue: key })}</dt>
            <dd>{value === '' || value === null || value === undefined ? missing : value}</dd>
          </div>
        ))}
      </dl>
      <p>
        <Ways node={node} isFree={isUnbound(tree, node)} />
      </p>
    </aside>
  );
}

/** What a point, a channel or a device is known by, and what is above or below it. */
function factsOf(tree: TopoTree, node: TopoNode, t: TFunction): Fact[] {
  const parent = node.parentId === null ? undefined : tree.byId.get(node.parentId);
  if (node.kind === 'point')
    return [
      ['family', t(wordKey(`families:family.${node.family}`))],
      ...(node.status ? [['level', <StatusTag key="level" status={node.status} />] as const] : []),
      ...(parent ? [] : [['fedBy', t('topology:unbound')] as const]),
    ];
  if (node.kind === 'channel') {
    const fed = tree.children.get(node.id)?.map(({ name }) => name);
    return [
      ['ofDevice', parent?.name ?? missing],
      ['feeds', fed?.join(', ') ?? t('topology:free')],
    ];
  }
  return [
    ['sncode', node.sncode],
    ['model', node.model],
    ['health', <Health key="health" health={node.health ?? 'normal'} />],
    ['connection', <Connected key="connected" connection={node.connection ?? 'notConnected'} />],
    ['sendsBy', parent?.name ?? t('topology:itself')],
  ];
}

/** Where one works on the node. `isFree`: a channel that feeds no point, or a point that no channel feeds. */
function Ways({ node, isFree }: { node: TopoNode; isFree: boolean }) {
  const { t } = useTranslation();
  const seesWarehouse = holdsThroughout(useSession(), 'Retrieve:Device');
  const projectId = useProject().project.id;
  const ref = node.ref ?? 0;
  if (node.kind === 'point') {
    const place = { projectId, structureId: node.structureId ?? 0, mpId: ref };
    return (
      <>
        <Link to={to('MPConsole', place, { tab: isFree ? 'device' : undefined })}>
          {t(isFree ? 'topology:bind' : 'topology:configure')}
        </Link>
        <Link to={to('DataView', { projectId }, { point: ref })}>{t('topology:curve')}</Link>
      </>
    );
  }
  if (node.kind !== 'channel')
    return (
      <Link
        to={seesWarehouse ? to('DeviceWarehouse', {}, { device: ref }) : to('Devices', { projectId }, { device: ref })}
      >
        {t('topology:openDevice')}
      </Link>
    );
  if (!isFree) return null;
  return <Link to={to('ProjectPoints', { projectId }, { gap: 'pointNotBound' })}>{t('topology:unboundPoints')}</Link>;
}

/** The fields of showAllDeviceField; the configuration one by one, by its own names. */
function fieldsOf(device: NonNullable<TopoNode['device']>, t: TFunction, zone: string): Fact[] {
  const yes = (on: boolean): string => t(on ? 'forms:yes' : 'forms:no');
  return [
    ['iccid', device.iccid],
    ['register', device.register],
    ['manufacturer', device.manufacturer],
    ['category', device.category && t(wordKey(`devices:category.${device.category}`))],
    ['collectorType', device.collectorType],
    ['measurement', device.measurement && t(wordKey(`families:family.${device.measurement}`))],
    ['mounted', yes(device.mounted)],
    ['hidden', yes(device.hidden)],
    ['seenAt', device.seenAt === null ? missing : <Time key="seen" at={device.seenAt} zone={zone} />],
    ...Object.entries(device.config).map(
      ([key, value]): Fact => [key, typeof value === 'object' ? JSON.stringify(value) : String(value)],
    ),
  ];
}
