import './thresholds.css';
import { CopyOutlined } from '@ant-design/icons';
import type { Threshold } from '@plumbline/contract/points/points';
import { thresholds as thresholdRoutes } from '@plumbline/contract/points/thresholds';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../kernel/allowed.tsx';
import type { TabProps } from '../points/point-tab.parts.ts';
import { BackTest } from './BackTest.tsx';
import { CopyThresholds } from './CopyThresholds.tsx';
import { DrawnTest } from './DrawnTest.tsx';
import { TemplateDialog } from './TemplateDialog.tsx';
import { TemplateSave } from './TemplateSave.tsx';
import { ThresholdsEditor } from './ThresholdsEditor.tsx';

/** Tab "thresholds": the limits of the point; from a template, copied to others, and tried on the past before they count. */
export function ThresholdsTab({ point, readOnly, thresholds }: TabProps & { thresholds: readonly Threshold[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'copy' | 'template' | 'save' | null>(null);
  return (
    <div className="pt-tab pt-thresholds">
      {typeof readOnly === 'string' && <p className="pl-notice">{readOnly}</p>}
      <ThresholdsEditor
        key={point.id}
        point={point}
        thresholds={thresholds}
        readOnly={readOnly !== undefined}
        beside={(rules, add) => (
          <>
            {readOnly === undefined && (
              <Allowed to={thresholdRoutes.setThresholds}>
                <div className="pl-row" style={{ flexWrap: 'wrap', padding: '12px 0 20px' }}>
                  <Button size="small" onClick={() => setOpen('template')}>
                    {t('thresholds:template.use')}
                  </Button>
                  <Button size="small" disabled={rules.length === 0} onClick={() => setOpen('save')}>
                    {t('thresholds:template.save')}
                  </Button>
                  <Button
                    size="small"
                    icon={<CopyOutlined />}
                    disabled={thresholds.length === 0}
                    onClick={() => setOpen('copy')}
                  >
                    {t('thresholds:copy.menu')}
                  </Button>
                </div>
              </Allowed>
            )}
            <BackTest point={point} rules={rules} />
            <DrawnTest point={point} rules={rules} />
            {open === 'template' && (
              <TemplateDialog
                family={point.family}
                nodeCount={point.nodeCount}
                mainField={point.mainField}
                onUse={(rule) => add([rule])}
                onClose={() => setOpen(null)}
              />
            )}
            {open === 'save' && <TemplateSave family={point.family} rules={rules} onClose={() => setOpen(null)} />}
            {open === 'copy' && (
              <CopyThresholds point={point} count={thresholds.length} onClose={() => setOpen(null)} />
            )}
          </>
        )}
      />
    </div>
  );
}
