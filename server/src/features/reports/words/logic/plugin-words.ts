/** Why a plug-in came to nothing, in every language of reports. */
import type { Language } from '@plumbline/contract/kernel/constants';
import type { CallFault } from '@plumbline/contract/platform/plugins.package';

export const pluginFaults: Readonly<Record<Language, Readonly<Record<CallFault, string>>>> = {
  en: {
    missing: 'the plug-in is missing',
    off: 'the plug-in is switched off',
    refused: 'the plug-in was refused',
    changed: 'the plug-in was changed since it was switched on',
    resting: 'the plug-in has just failed and will be retried later',
    busy: 'the plug-in is overloaded',
    crashed: 'the plug-in crashed',
    tooSlow: 'the plug-in took too long',
    tooMuchMemory: 'the plug-in used too much memory',
    tooLong: 'the input or output of the plug-in is too long',
    failed: 'the plug-in reported an error',
    otherShape: 'the plug-in returned an invalid result',
  },
  'zh-CN': {
    missing: '缺少该插件',
    off: '插件已停用',
    refused: '插件被拒绝',
    changed: '插件启用后文件已变更',
    resting: '插件刚刚出错，稍后重试',
    busy: '插件任务过多',
    crashed: '插件崩溃',
    tooSlow: '插件超时',
    tooMuchMemory: '插件占用内存过多',
    tooLong: '插件的输入或输出过长',
    failed: '插件报告错误',
    otherShape: '插件返回的内容不是有效结果',
  },
  'zh-TW': {
    missing: '缺少該外掛',
    off: '外掛已停用',
    refused: '外掛被拒絕',
    changed: '外掛啟用後檔案已變更',
    resting: '外掛剛剛出錯，稍後重試',
    busy: '外掛任務過多',
    crashed: '外掛崩潰',
    tooSlow: '外掛逾時',
    tooMuchMemory: '外掛佔用記憶體過多',
    tooLong: '外掛的輸入或輸出過長',
    failed: '外掛報告錯誤',
    otherShape: '外掛返回的內容不是有效結果',
  },
};
