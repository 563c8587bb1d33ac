/**
 * Where the conversion of the simplified packs writes what Taiwan does not: each line was looked at in the screens.
 *
 * The most dangerous first. In Taiwan a row of a table is 列 and a column is 欄; on the mainland a row is 行 and a column is 列.
 * Unchanged, "第 3 列" would send a reader to the third row where the third column is meant. So these are changed
 * before the conversion: the column first, then the row, and never inside another word (系列 a series, 进行 in progress).
 */
export const beforeConversion: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/(?<![序系阵排罗下并数])列(?![表出入举在级])/g, '欄'],
  [/(?<![进运执自并举履实施平银发通飞])行(?![进业动为政驶程中])/g, '列'],
];

/** The converter's own word, and Taiwan's. The longest that fits counts; a word that stands for itself keeps a part of it. */
export const afterConversion: Readonly<Record<string, string>> = {
  型別: '類型',
  引數: '參數',
  擴充套件模組: '擴充模組',
  許可權: '權限',
  賬號: '帳號',
  點選選擇: '點按選擇',
  進位制: '進位',
  閘道器: '閘道',
  序列埠: '序列埠',
  埠: '連接埠',
  程式碼或系列: '代碼或系列',
  回車: 'Enter 鍵',
  單元格: '儲存格',
  電子表格: '試算表',
  電子郵箱: '電子郵件',
  模板: '範本',
  訪問令牌: '存取權杖',
  令牌: '權杖',
  自定義: '自訂',
  質量: '品質',
  丟失: '遺失',
  二維碼: 'QR碼',
  時間戳: '時間戳記',
  校驗位: '同位檢查',
  校驗: '驗證',
  證書: '憑證',
  錄入: '輸入',
  撤銷: '復原',
  重置: '重設',
  當前: '目前',
  文本: '文字',
  呼叫介面: '呼叫 API',
  巖: '岩',
  臺: '台',
  '“': '「',
  '”': '」',
};
