import { DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useToasts } from '../../../design/Toasts.tsx';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';

const formats = ['xlsx', 'csv'] as const;

/** A button for each kind of sheet that can be downloaded. */
export function SaveButtons({
  save,
}: {
  save: (
    projectId: number,
    format: (typeof formats)[number],
    language: ReturnType<typeof useLanguage>,
  ) => Promise<void>;
}) {
  const language = useLanguage();
  const toasts = useToasts();
  const { project } = useProject();
  return formats.map((format) => (
    <Button
      key={format}
      size="small"
      icon={<DownloadOutlined />}
      onClick={() => void save(project.id, format, language).catch(toasts.failed)}
    >
      {format.toUpperCase()}
    </Button>
  ));
}
