import CVirgaYAML
package import VirgaJSON
import VirgaSource

/// Prints a value as YAML in block style; reading it returns the same value.
///
/// The layout is libyaml's; the reference tool uses a port of libyaml.
package struct YAMLPrinter {
  private let emitter = UnsafeMutablePointer<yaml_emitter_t>.allocate(capacity: 1)

  /// The value as a YAML document with a final line end.
  package static func print(_ value: JSONValue) -> String {
    var bytes: [UInt8] = []
    let printer = YAMLPrinter()
    withUnsafeMutablePointer(to: &bytes) { bytes in
      precondition(yaml_emitter_initialize(printer.emitter) == 1, "out of memory")
      yaml_emitter_set_unicode(printer.emitter, 1)
      yaml_emitter_set_width(printer.emitter, -1)
      yaml_emitter_set_output(
        printer.emitter,
        { bytes, part, count in
          bytes?.assumingMemoryBound(to: [UInt8].self).pointee.append(
            contentsOf: UnsafeBufferPointer(start: part, count: count))
          return 1
        }, bytes)
      printer.emit { yaml_stream_start_event_initialize($0, YAML_UTF8_ENCODING) }
      printer.emit { yaml_document_start_event_initialize($0, nil, nil, nil, 1) }
      printer.write(value)
      // Without an end of the stream: after a block with trailing empty lines it would add `...`.
      printer.emit { yaml_document_end_event_initialize($0, 1) }
      yaml_emitter_delete(printer.emitter)
    }
    printer.emitter.deallocate()
    return WideCharacters.restored(bytes)
  }

  private init() {}

  /// Passes an event to libyaml, which takes ownership and only fails if out of memory.
  private func emit(_ initialize: (UnsafeMutablePointer<yaml_event_t>) -> Int32) {
    var event = yaml_event_t()
    precondition(
      initialize(&event) == 1 && yaml_emitter_emit(emitter, &event) == 1, "out of memory")
  }

  private func write(_ value: JSONValue) {
    switch value {
    case .null: scalar("null", YAML_PLAIN_SCALAR_STYLE)
    case .boolean(let truth): scalar(truth ? "true" : "false", YAML_PLAIN_SCALAR_STYLE)
    case .integer(let integer): scalar(String(integer), YAML_PLAIN_SCALAR_STYLE)
    case .number(let number): scalar(Self.spelling(of: number), YAML_PLAIN_SCALAR_STYLE)
    case .string(let text): write(text)
    case .array(let elements):
      emit { yaml_sequence_start_event_initialize($0, nil, nil, 1, YAML_BLOCK_SEQUENCE_STYLE) }
      for element in elements { write(element) }
      emit { yaml_sequence_end_event_initialize($0) }
    case .object(let members):
      emit { yaml_mapping_start_event_initialize($0, nil, nil, 1, YAML_BLOCK_MAPPING_STYLE) }
      for (key, value) in members {
        write(key)
        write(value)
      }
      emit { yaml_mapping_end_event_initialize($0) }
    }
  }

  /// Several lines become a literal block, ambiguous text is quoted; libyaml decides the rest.
  private func write(_ text: String) {
    if text.hasByte({ $0 == 0x0A }) { return scalar(text, YAML_LITERAL_SCALAR_STYLE) }
    scalar(
      text, YAMLScalar.isAmbiguous(text) ? YAML_SINGLE_QUOTED_SCALAR_STYLE : YAML_ANY_SCALAR_STYLE)
  }

  private func scalar(_ text: String, _ style: yaml_scalar_style_t) {
    var text = WideCharacters.replaced(text)
    text.withUTF8 { bytes in
      let start = UnsafeMutablePointer(mutating: bytes.baseAddress)
      emit { yaml_scalar_event_initialize($0, nil, nil, start, Int32(bytes.count), 1, 1, style) }
    }
  }

  /// The number is read back as one, because a fraction always has a point or an exponent.
  private static func spelling(of number: JSONNumber) -> String {
    let literal = number.literal
    guard literal.utf8.contains(where: { ".eE".utf8.contains($0) }), number.double.isFinite else {
      return literal
    }
    let spelled = number.double.description
    guard let mark = spelled.firstIndex(of: "e") else { return spelled }
    let mantissa =
      spelled[..<mark].hasSuffix(".0") ? spelled[..<mark].dropLast(2) : spelled[..<mark]
    return mantissa + spelled[mark...].filter { $0 != "+" }
  }
}

/// Encodes characters beyond U+FFFF as two private-use characters each; libyaml would escape them,
/// its port does not.
///
/// The private-use characters used here are encoded in the same way, so that decoding is
/// unambiguous.
private enum WideCharacters {
  private static let high: UInt32 = 0xE000
  private static let low: UInt32 = 0xE440
  private static let end: UInt32 = 0xE840

  static func replaced(_ text: String) -> String {
    guard text.hasByte({ $0 == 0xEE || $0 >= 0xF0 }) else { return text }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard scalar.value > 0xFFFF || (high..<end).contains(scalar.value) else {
        scalars.append(scalar)
        continue
      }
      for half in [high + scalar.value >> 10, low + scalar.value & 0x3FF] {
        if let half = Unicode.Scalar(half) { scalars.append(half) }
      }
    }
    return String(scalars)
  }

  static func restored(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasByte({ $0 == 0xEE }) else { return text }
    var scalars = String.UnicodeScalarView()
    var bits: UInt32 = 0
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case high..<low: bits = (scalar.value - high) << 10
      case low..<end:
        if let wide = Unicode.Scalar(bits + scalar.value - low) { scalars.append(wide) }
      default: scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}
