extension RandomAccessCollection {
  /// The index of the first element for which `isAfter` is true; `endIndex` if there is none.
  ///
  /// A binary search: `isAfter` must also be true for all later elements.
  @inlinable
  package func partitioningIndex(where isAfter: (Element) -> Bool) -> Index {
    var start = startIndex
    var remaining = count
    while remaining > 0 {
      let half = remaining / 2
      let middle = index(start, offsetBy: half)
      if isAfter(self[middle]) {
        remaining = half
      } else {
        // The first half and the middle are excluded.
        start = index(after: middle)
        remaining -= half + 1
      }
    }
    return start
  }
}
