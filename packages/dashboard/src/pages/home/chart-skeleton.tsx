import { Skeleton } from '@mantine/core';
import classes from './volume-chart.module.css';

/** As high and wide as the chart that comes, with bars. */
export function ChartSkeleton() {
  return (
    <div className={classes.chart} aria-busy>
      <div className={classes.bars}>
        <div className={classes.skeletonBars}>
          {['45%', '70%', '55%', '85%', '60%', '75%', '40%'].map((height) => (
            <Skeleton key={height} height={height} radius="sm" />
          ))}
        </div>
      </div>
      <div className={classes.caption}>
        <Skeleton height="0.8em" width="40%" />
      </div>
      <div className={classes.summarySkeleton}>
        <Skeleton height={12} width={120} />
      </div>
    </div>
  );
}
