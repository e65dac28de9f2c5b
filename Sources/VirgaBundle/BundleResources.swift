// One `import VirgaBundle` is enough: its types conform to protocols of the SDK.
public import Foundation
@_exported public import VirgaSDK

#if canImport(UIKit)
  public import UIKit
#elseif canImport(AppKit)
  public import AppKit
#endif

/// Texts and images of an app's bundle; several bundles go into `OrderedResources`.
///
/// ```swift
/// let client = FeatureClient(.init(resources: BundleResources(.main)))
/// ```
public struct BundleResources: ResourceLookup {
  // A bundle is not sendable everywhere; its path finds the same one again.
  private let path: String

  /// The resources of `bundle`.
  public init(_ bundle: Bundle) { path = bundle.bundlePath }

  private var bundle: Bundle { Bundle(path: path) ?? .main }

  /// The text called `key` in a table, by default `Localizable`, in the language of the user.
  public func text(_ key: String, table: String?) -> String? {
    let text = bundle.localizedString(forKey: key, value: Self.missing, table: table)
    return text == Self.missing ? nil : text
  }

  /// Whether the bundle has an image called `name`, in an asset catalogue or as a file.
  public func hasImage(_ name: String) -> Bool {
    #if canImport(UIKit) || canImport(AppKit)
      return image(name) != nil
    #else
      return Self.endings.contains { bundle.path(forResource: name, ofType: $0) != nil }
    #endif
  }

  /// What a bundle is told to answer if it has no text: nothing that a table would hold.
  private static let missing = "\u{0}"

  private static let endings = ["png", "jpg", "jpeg", "svg", "pdf", "webp", "gif"]
}

#if canImport(UIKit)
  extension BundleResources: ImageLookup {
    /// The image called `name` of the bundle; nil if it has no such image.
    public func image(_ name: String) -> UIImage? { UIImage(named: name, in: bundle, compatibleWith: nil) }
  }
#elseif canImport(AppKit)
  extension BundleResources: ImageLookup {
    /// The image called `name` of the bundle; nil if it has no such image.
    public func image(_ name: String) -> NSImage? { bundle.image(forResource: name) }
  }
#endif
