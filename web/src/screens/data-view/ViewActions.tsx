import { FullscreenExitOutlined, FullscreenOutlined, GlobalOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../design/IconButton.tsx';
import { CopyLink } from '../../features/site/links/links.parts.tsx';
import type { View } from '../../features/views/views/view-state.parts.ts';
import { formatZone } from '../../kernel/format.ts';
import { useProject, useStoredProject } from '../../kernel/project.tsx';
import { browserZone, chosenZone, zoneChoices } from '../../kernel/zone.ts';
import { useFullScreen } from './use-full-screen.ts';

/** Offers the acts of every view of a point: read it by other clocks, see it alone. */
export function ViewActions({ view, onChange }: { view: View; onChange: (change: Partial<View>) => void }) {
  const { t } = useTranslation();
  const { isFull } = view;
  useFullScreen(isFull, (to) => onChange({ isFull: to }));
  return (
    <div className="dv-glance">
      <ZoneField onChange={(zone) => onChange({ zone })} />
      <CopyLink />
      <IconButton
        icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        label={t(isFull ? 'readings:fullLeave' : 'readings:full')}
        onClick={() => onChange({ isFull: !isFull })}
      />
    </div>
  );
}

/** By whose clocks times are read, said always. */
function ZoneField({ onChange }: { onChange: (zone: View['zone']) => void }) {
  const { t } = useTranslation();
  const { timeZone } = useProject().project;
  const site = useStoredProject().project.timeZone;
  const nameOf = { project: site, mine: browserZone(), utc: '' };
  const items = zoneChoices.map((choice) => ({
    key: choice,
    label: t(`readings:zones.${choice}`, { name: nameOf[choice], zone: formatZone(chosenZone(choice, site)) }),
    onClick: () => onChange(choice),
  }));
  const chosen = zoneChoices.filter((choice) => chosenZone(choice, site) === timeZone);
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items, selectable: true, selectedKeys: chosen }}>
      <Button
        type="text"
        size="small"
        icon={<GlobalOutlined />}
        aria-label={`${t('readings:zone')} ${formatZone(timeZone)}`}
        title={t('readings:zone')}
      >
        {formatZone(timeZone)}
      </Button>
    </Dropdown>
  );
}
