/** Milliseconds of CPU that the work takes: a busy machine makes it wait, not work. */
export function cpuMs(work: () => void): number {
	const before = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}
