// A member of a group: prints the value of every record on a line of its own, and leaves the group
// when its standard input ends. Arguments: bootstrap servers, client id, group id, topic.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

func main() {
	client, err := kgo.NewClient(
		kgo.SeedBrokers(os.Args[1]),
		kgo.ClientID(os.Args[2]),
		kgo.ConsumerGroup(os.Args[3]),
		kgo.ConsumeTopics(os.Args[4]),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()),
		kgo.SessionTimeout(30*time.Second),
		kgo.HeartbeatInterval(100*time.Millisecond),
	)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		io.Copy(io.Discard, os.Stdin)
		stop()
	}()
	for ctx.Err() == nil {
		client.PollFetches(ctx).EachRecord(func(record *kgo.Record) {
			fmt.Println(string(record.Value))
		})
	}
	if err := client.CommitUncommittedOffsets(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	client.Close()
}
