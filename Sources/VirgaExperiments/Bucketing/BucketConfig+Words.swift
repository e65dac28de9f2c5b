extension BucketConfig {
  /// The selected buckets in words, such as `0 to 999`, or `9500 to 9999 and 0 to 499` where they run over the end.
  public var words: String {
    let first = UInt64(start % max(1, total))
    let end = first + UInt64(count)
    let total = UInt64(total)
    if end <= total { return Self.words(first, end) ?? "none" }
    let parts = [Self.words(first, total), Self.words(0, end % total)].compactMap(\.self)
    return parts.joined(separator: " and ")
  }

  private static func words(_ first: UInt64, _ end: UInt64) -> String? {
    guard first < end else { return nil }
    return end - first == 1 ? "\(first)" : "\(first) to \(end - 1)"
  }
}
