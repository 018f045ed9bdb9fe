/**
 * Zone in which installations in China count days and tell their times (docs/service.md, "Dates and
 * units").
 */
export const SERVICE_ZONE = 'Asia/Shanghai';
