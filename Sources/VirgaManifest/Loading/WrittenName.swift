import VirgaJSON

/// A name or path that a manifest mentions, and where.
struct WrittenName: Sendable {
  let text: String
  let written: WrittenValue
}
