import { CloseOutlined } from '@ant-design/icons';
import type { TopoNode } from '@plumbline/contract/projects.topo';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { StatusTag } from '../../design/Status.tsx';
import { Time } from '../../design/Value.tsx';
import { missing } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { holdsThroughout, useSession } from '../../kernel/session.ts';
import { wordKey } from '../../kernel/words.ts';
import { Connected, Health } from '../devices/devices.parts.tsx';
import { isUnbound, type TopoTree } from './topo-rows.ts';

type Fact = readonly [key: string, value: ReactNode];

/** What is known of the chosen node, and where it is worked on; every field of a device where all are asked for. */
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
  const seesWarehouse = holdsThroughout(useSession(), 'Retrieve:Device');
  const { project } = useProject();
  const projectId = project.id;
  const parent = node.parentId === null ? undefined : tree.byId.get(node.parentId);
  const facts: Fact[] = [['kindOf', t(`projects:topo.kind.${node.kind}`)]];
  if (node.kind === 'point') {
    facts.push(['family', t(wordKey(`families:family.${node.family}`))]);
    if (node.status) facts.push(['level', <StatusTag key="level" status={node.status} />]);
    if (!parent) facts.push(['fedBy', t('projects:topo.unbound')]);
  } else if (node.kind === 'channel') {
    const fed = tree.children
      .get(node.id)
      ?.map(({ name }) => name)
      .join(', ');
    facts.push(['ofDevice', parent?.name ?? missing], ['feeds', fed ?? t('projects:topo.free')]);
  } else {
    facts.push(
      ['sncode', node.sncode],
      ['model', node.model],
      ['health', <Health key="health" health={node.health ?? 'normal'} />],
      ['connection', <Connected key="connected" connection={node.connected ? 'connected' : 'notConnected'} />],
      ['sendsBy', parent?.name ?? t('projects:topo.itself')],
    );
    if (full && node.device) facts.push(...fieldsOf(node.device, t, project.timeZone));
  }
  return (
    <aside className="facts" aria-label={node.name}>
      <header className="pl-row">
        <h3 className="pl-ell pl-gap">
          {node.kind === 'channel' ? t('projects:topo.channel', { number: node.name }) : node.name}
        </h3>
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('common:close')} onClick={onClose} />
      </header>
      <dl>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`projects:topo.${key}`, { defaultValue: key })}</dt>
            <dd>{value === '' || value === null || value === undefined ? missing : value}</dd>
          </div>
        ))}
      </dl>
      <p>
        {node.kind === 'point' ? (
          <>
            <Link
              to={to(
                'MPConsole',
                { projectId, structureId: node.structureId ?? 0, mpId: node.ref ?? 0 },
                { tab: isUnbound(tree, node) ? 'device' : undefined },
              )}
            >
              {t(isUnbound(tree, node) ? 'projects:topo.bind' : 'projects:topo.configure')}
            </Link>
            <Link to={to('DataView', { projectId }, { point: node.ref ?? 0 })}>{t('projects:topo.curve')}</Link>
          </>
        ) : node.kind === 'channel' ? (
          isUnbound(tree, node) && (
            <Link to={to('ProjectPoints', { projectId }, { gap: 'pointNotBound' })}>
              {t('projects:topo.unboundPoints')}
            </Link>
          )
        ) : (
          <Link
            to={
              seesWarehouse
                ? to('DeviceWarehouse', {}, { device: node.ref ?? 0 })
                : to('Devices', { projectId }, { device: node.ref ?? 0 })
            }
          >
            {t('projects:topo.openDevice')}
          </Link>
        )}
      </p>
    </aside>
  );
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
