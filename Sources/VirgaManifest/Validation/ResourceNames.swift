/// The resources that an app has, asked by the names that manifests give them.
package struct ResourceNames: Sendable {
  /// Whether there is a localised text for what a `Text` holds.
  package var hasText: @Sendable (_ key: String) -> Bool
  /// Whether there is an image of that name.
  package var hasImage: @Sendable (_ name: String) -> Bool

  /// What is there, as two questions; see the properties.
  package init(
    hasText: @escaping @Sendable (_ key: String) -> Bool, hasImage: @escaping @Sendable (_ name: String) -> Bool
  ) {
    self.hasText = hasText
    self.hasImage = hasImage
  }
}
