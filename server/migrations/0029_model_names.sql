-- The names of the built-in models in Taiwan's words: readers of traditional Chinese were shown the English ones.
UPDATE device_model SET labels = labels || jsonb_build_object('zh-TW', names.value)
FROM jsonb_each_text($json${
  "ADM":"陣列式位移計", "ADM-24":"陣列式位移計（24節）", "ADMI":"一體化陣列式位移計", "HDA":"水平位移陣列", "HDAPRO":"水平位移陣列Pro",
  "RDM":"自動測斜機器人", "PDM":"固定式測斜儀", "PAM":"可攜式測斜儀", "SDM":"地表位移計", "SDMPRO":"地表位移計Pro",
  "GDM":"GNSS位移監測儀", "GIM":"GNSS傾角監測儀", "TDM":"測量機器人", "STATION":"全站儀斷面監測", "HSL":"靜力水準儀",
  "VM210001":"單軸振動監測儀", "VM210004":"四通道振動監測儀", "VM-8":"八通道振動監測儀", "IDM":"撞擊事件記錄儀",
  "DCT-4":"資料採集儀（4通道）", "DCT-8":"資料採集儀（8通道）", "DCT-16":"資料採集儀（16通道）", "DCT-32":"資料採集儀（32通道）",
  "DCT20":"資料採集儀DCT20", "DCT20S":"資料採集儀DCT20S", "DCT40":"資料採集儀DCT40", "IDC":"智慧採集終端",
  "IDC16":"智慧採集終端（16通道）", "IDC485":"序列埠採集終端", "DTU":"4G傳輸終端", "DTU-2":"4G傳輸終端（雙口）",
  "DTU-NB":"NB-IoT傳輸終端", "DTU-LORA":"LoRa閘道", "VWP":"振弦式滲壓計", "VWE":"振弦式土壓力計", "VWS":"振弦式應變計",
  "VWR":"鋼筋計", "VWL":"振弦式錨索計", "VWC":"振弦式裂縫計", "DT":"位移計", "DT-4":"四通道位移計", "DTW":"拉線位移計",
  "SGB":"電阻應變片", "TLT-2":"雙軸傾角計", "NTC":"溫度計", "RWL":"雷達水位計", "SMP":"土壤含水率計", "FLW":"量水堰流量計",
  "WS":"氣象站", "WS-9":"九要素氣象站", "RG":"雨量計", "TRK":"軌道幾何監測儀", "IVS50":"機器視覺位移計", "HCSTATION":"影片監控站",
  "CAMERA":"網路攝影機", "MANHOLE-COVER":"井蓋監測儀", "MANHOLE-COVER-OTT":"井蓋監測儀（OTT）", "HIKSMOKE":"煙感探測器"
}$json$::jsonb) AS names
WHERE device_model.code = names.key AND device_model.built_in AND NOT device_model.labels ? 'zh-TW';
