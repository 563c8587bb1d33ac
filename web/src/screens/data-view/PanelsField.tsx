import { MenuOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { type PanelChoice, panelChoices } from '../../charts/kinds/time-value/shapes.ts';

/** How curves are shared out among charts under each other. */
export function PanelsField({ panels, onChange }: { panels: PanelChoice; onChange: (panels: PanelChoice) => void }) {
  const { t } = useTranslation();
  const items = panelChoices.map((each) => ({
    key: each,
    label: t(`readings:panels.${each}`),
    onClick: () => onChange(each),
  }));
  return (
    <Dropdown trigger={['click']} menu={{ items, selectable: true, selectedKeys: [panels] }}>
      <Button
        size="small"
        type={panels === 'one' ? 'text' : 'default'}
        icon={<MenuOutlined />}
        aria-label={t('readings:panels.label')}
        title={t('readings:panels.label')}
      />
    </Dropdown>
  );
}
