-- allow drop: the version before plans in `notices` and reads this no more
drop table message_notices;
