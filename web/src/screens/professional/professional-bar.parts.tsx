import './professional.css';
import { ApiOutlined, ExperimentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { SidePanel } from '../../design/SidePanel.tsx';
import { PointDetail } from './PointDetail.tsx';
import { RequestList } from './RequestList.tsx';

/** Says that professional mode is on, over every page; opens the requests behind the page, and of a point what is stored of it. */
export default function ProfessionalBar() {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'requests' | 'point' | null>(null);
  const pointId = usePagePoint();
  const panel = open === 'point' && pointId === null ? null : open;
  return (
    <div className="pro-bar" role="status">
      <span className="pl-b">{t('shell:professional.on')}</span>
      <span className="pl-3 pl-wide-only">{t('shell:professional.off')}</span>
      <span className="pl-gap" />
      {pointId !== null && (
        <Button size="small" icon={<ExperimentOutlined />} onClick={() => setOpen('point')}>
          {t('shell:professional.point')}
        </Button>
      )}
      <Button size="small" icon={<ApiOutlined />} onClick={() => setOpen('requests')}>
        {t('shell:professional.requests')}
      </Button>
      <SidePanel
        open={panel !== null}
        onClose={() => setOpen(null)}
        widthPx={640}
        title={t(panel === 'point' ? 'shell:professional.point' : 'shell:professional.requests')}
      >
        {panel === 'point' && pointId !== null ? <PointDetail pointId={pointId} /> : <RequestList />}
      </SidePanel>
    </div>
  );
}

/** The point of the page: of its path, or of what stands behind the ?. */
function usePagePoint(): number | null {
  const { mpId } = useParams();
  const { search } = useLocation();
  const named = mpId ?? new URLSearchParams(search).get('point') ?? '';
  return /^\d{1,10}$/.test(named) ? Number(named) : null;
}
