extension String {
  /// The text that `units` encode; nil if they are not valid in `encoding`.
  ///
  /// `String(validating:as:)` does the same but needs newer systems than this package supports.
  package init?<Encoding: Unicode.Encoding>(valid units: some Sequence<Encoding.CodeUnit>, as encoding: Encoding.Type) {
    var bytes: [UInt8] = []
    let hasMistake = transcode(
      units.makeIterator(), from: encoding, to: UTF8.self, stoppingOnError: true, into: { bytes.append($0) })
    guard !hasMistake else { return nil }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
