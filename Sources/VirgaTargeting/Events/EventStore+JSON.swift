public import VirgaJSON

extension EventStore {
  /// The counts as the SDK's database keeps them, by event; a clock that was moved is not kept.
  public var json: JSONObject {
    JSONObject(
      counters.sorted { ByteText.isLess($0.key, $1.key) }.map { event, counters in
        let intervals = EventInterval.allCases.compactMap { interval in
          counters[interval].map { (interval.rawValue, $0.json) }
        }
        return (event, ["intervals": .object(JSONObject(intervals))])
      })
  }

  /// The store that was kept as `json`; what cannot be read of it is left out.
  public init(json: JSONObject) {
    var counters: NameTable<[EventInterval: EventCounter]> = [:]
    for (event, body) in json {
      for (name, counter) in body["intervals"]?.objectValue ?? [:] {
        guard let interval = EventInterval(rawValue: name) else { continue }
        counters[event, default: [:]][interval] = EventCounter(interval, json: counter)
      }
    }
    self.init(counters: counters)
  }
}

extension EventCounter {
  fileprivate var json: JSONValue {
    let count = JSONValue.integer(Int64(interval.kept))
    return [
      "data": [
        "buckets": .array(buckets.map { .integer(Int64(clamping: $0)) }), "bucket_count": count,
        "starting_instant": .string(startingInstant.description),
      ],
      "config": ["bucket_count": count, "interval": .string(interval.rawValue)],
    ]
  }

  fileprivate init?(_ interval: EventInterval, json: JSONValue) {
    guard let data = json["data"], let buckets = data["buckets"]?.arrayValue,
      let start = data["starting_instant"]?.stringValue.flatMap(Instant.init(iso8601:))
    else { return nil }
    let counts = buckets.compactMap { $0.integerValue.flatMap(UInt64.init(exactly:)) }
    guard counts.count == buckets.count else { return nil }
    self.init(interval: interval, buckets: counts, startingInstant: start)
  }
}
