/**
 * Names of the fields of families on screens and in the headings of files, in every language: a file that one of them
 * wrote is read in any other. Written by `npm run languages` from the packs of the web.
 */
export const fieldWords: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  deepDisplacement: {
    maxX: ['Largest X', 'X 最大值'],
    maxY: ['Largest Y', 'Y 最大值'],
    x: ['X'],
    y: ['Y'],
  },
  surfaceDisplacement: {
    horizontal: ['Horizontal', '水平位移'],
    dx: ['ΔX'],
    dy: ['ΔY'],
    dh: ['ΔH'],
    total: ['Total', '总位移', '總位移'],
    azimuth: ['Azimuth', '方位角'],
    solution: ['Solution', '解状态', '解狀態'],
  },
  waterLevel: {
    level: ['Water level', '水位'],
    depth: ['Depth', '埋深'],
    pressure: ['Pressure head', '压力水头', '壓力水頭'],
    temp: ['Temp', '温度', '溫度'],
  },
  tilt: {
    x: ['Tilt X', 'X 向倾角', 'X 向傾角'],
    y: ['Tilt Y', 'Y 向倾角', 'Y 向傾角'],
    resultant: ['Resultant', '合成倾角', '合成傾角'],
    temp: ['Temp', '温度', '溫度'],
  },
  vibration: {
    peak: ['Peak', '峰值'],
    peakX: ['Peak X', 'X 向峰值'],
    peakY: ['Peak Y', 'Y 向峰值'],
    peakZ: ['Peak Z', 'Z 向峰值'],
    rms: ['RMS', '有效值'],
    frequency: ['Frequency', '频率', '頻率'],
  },
  track: {
    gauge: ['Gauge', '轨距', '軌距'],
    superelevation: ['Superelevation', '超高'],
    twist: ['Twist', '三角坑'],
    longitudinal: ['Longitudinal level', '高低'],
    alignment: ['Alignment', '轨向', '軌向'],
  },
  crack: {
    opening: ['Opening', '开合度', '開合度'],
    temp: ['Temp', '温度', '溫度'],
  },
  structuralDeformation: {
    strain: ['Strain', '应变', '應變'],
    deflection: ['Deflection', '挠度', '撓度'],
    convergence: ['Convergence', '收敛', '收斂'],
    temp: ['Temp', '温度', '溫度'],
  },
  anchorForce: {
    force: ['Force', '力'],
    temp: ['Temp', '温度', '溫度'],
  },
  soilPressure: {
    pressure: ['Pressure', '压力', '壓力'],
    temp: ['Temp', '温度', '溫度'],
  },
  soilMoisture: {
    moisture: ['Moisture', '含水率'],
    temp: ['Temp', '温度', '溫度'],
    conductivity: ['Conductivity', '电导率', '電導率'],
  },
  temperature: {
    temperature: ['Temperature', '温度', '溫度'],
  },
  rainfall: {
    interval: ['Interval', '时段雨量', '時段雨量'],
    hour: ['Hour', '小时雨量', '小時雨量'],
    day: ['Day', '日雨量'],
    cumulative: ['Total rain', '累计雨量', '累計雨量'],
    intensity: ['Intensity', '雨强', '雨強'],
  },
  flow: {
    flow: ['Flow', '流量'],
    head: ['Head', '水头', '水頭'],
    velocity: ['Velocity', '流速'],
  },
  axialForce: {
    force: ['Force', '轴力', '軸力'],
    strain: ['Strain', '应变', '應變'],
    temp: ['Temp', '温度', '溫度'],
  },
  environment: {
    temp: ['Temp', '温度', '溫度'],
    humidity: ['Humidity', '湿度', '溼度'],
    airPressure: ['Air pressure', '气压', '氣壓'],
    windSpeed: ['Wind speed', '风速', '風速'],
    windDirection: ['Wind direction', '风向', '風向'],
    radiation: ['Radiation', '辐射', '輻射'],
    noise: ['Noise', '噪声', '噪聲'],
    pm25: ['PM2.5'],
    pm10: ['PM10'],
  },
  manholeCover: {
    open: ['Cover', '井盖', '井蓋'],
    tilt: ['Tilt', '倾角', '傾角'],
    waterBelow: ['Water below the cover', '井盖下水位距离', '井蓋下水位距離'],
    gas: ['Gas', '气体', '氣體'],
    battery: ['Battery', '电量', '電量'],
  },
  smoke: {
    smoke: ['Smoke', '烟雾', '煙霧'],
    temp: ['Temp', '温度', '溫度'],
    battery: ['Battery', '电量', '電量'],
  },
};
