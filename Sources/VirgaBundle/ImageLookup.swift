#if canImport(UIKit) || canImport(AppKit)
  public import VirgaSDK

  #if canImport(UIKit)
    public import UIKit

    /// The platform's image type: `UIImage` here.
    public typealias PlatformImage = UIImage
  #elseif canImport(AppKit)
    public import AppKit

    /// The platform's image type: `NSImage` here.
    public typealias PlatformImage = NSImage
  #endif

  /// Resources that provide images, not just their names.
  public protocol ImageLookup: ResourceLookup {
    /// The image `name`; nil if there is none.
    func image(_ name: String) -> PlatformImage?
  }

  extension ResourceLookup {
    /// The image `name`, or an empty one, for generated code, whose images are never nil.
    public func image(named name: String) -> PlatformImage {
      (self as? any ImageLookup)?.image(name) ?? PlatformImage()
    }
  }

  extension OrderedResources: ImageLookup {
    /// The image of the first lookup that has one; nil if none has.
    public func image(_ name: String) -> PlatformImage? {
      for lookup in lookups {
        // Other lookups only know the names of images.
        if let image = (lookup as? any ImageLookup)?.image(name) { return image }
      }
      return nil
    }
  }

  extension Variables {
    /// The image named by the string `key`; nil if the resources have no such image.
    public func getImage(_ key: String) -> PlatformImage? { getString(key).flatMap(image) }

    /// The images of the list `key`, in order; anything that does not name an image is dropped.
    public func getImageList(_ key: String) -> [PlatformImage]? {
      getStringList(key)?.compactMap(image)
    }

    /// The images of the object `key`; anything that does not name an image is dropped.
    public func getImageMap(_ key: String) -> [String: PlatformImage]? {
      getStringMap(key)?.compactMapValues(image)
    }

    /// The same as ``getImage(_:)``, under its Android name.
    public func getDrawable(_ key: String) -> PlatformImage? { getImage(key) }

    /// The same as ``getImageList(_:)``.
    public func getDrawableList(_ key: String) -> [PlatformImage]? { getImageList(key) }

    /// The same as ``getImageMap(_:)``.
    public func getDrawableMap(_ key: String) -> [String: PlatformImage]? { getImageMap(key) }

    private func image(_ name: String) -> PlatformImage? {
      (resources as? any ImageLookup)?.image(name)
    }
  }
#endif
